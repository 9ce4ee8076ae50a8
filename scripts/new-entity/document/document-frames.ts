import type { Language } from '#lib/values/languages.ts';
import type { Words } from '../shape.ts';

/** Sentences around the names of a document. */
interface Frames {
  number: string;
  all: string;
  allMine: string;
  /** Titles of its pages, and how many there are. */
  names: Words;
  empty: Words;
}

/** Each language's own, with the English name in it until somebody translates that. */
export function frames(one: string, many: string): Record<Language, Frames> {
  const [single, several] = [one.toLowerCase(), many.toLowerCase()];
  return {
    en: {
      number: 'Number',
      all: `All ${several}`,
      allMine: `All my ${several}`,
      names: {
        mine: `My ${several}`,
        new: `New ${single}`,
        edit: `Edit ${single}`,
        import: `Import ${several}`,
        search: 'Number or title',
        count_one: `{{number}} ${single}`,
        count_other: `{{number}} ${several}`,
      },
      empty: {
        title: `No ${single} yet`,
        text: 'What people request is listed here. Nothing happens before it is approved.',
      },
    },
    de: {
      number: 'Nummer',
      all: `Alle: ${many}`,
      allMine: `Alle meine: ${many}`,
      names: {
        mine: `Meine: ${many}`,
        new: `Neu: ${one}`,
        edit: `${one} ändern`,
        import: `${many} importieren`,
        search: 'Nummer oder Titel',
        count_one: `{{number}} ${one}`,
        count_other: `{{number}} ${many}`,
      },
      empty: {
        title: `${many}: noch nichts`,
        text: 'Hier steht, was jemand beantragt. Vor der Freigabe geschieht nichts.',
      },
    },
    fr: {
      number: 'Numéro',
      all: `Tout : ${several}`,
      allMine: `Tout ce qui est à moi : ${several}`,
      names: {
        mine: `À moi : ${several}`,
        new: `Nouveau : ${single}`,
        edit: `Modifier : ${single}`,
        import: `Importer : ${several}`,
        search: 'Numéro ou titre',
        count_one: `{{number}} ${single}`,
        count_other: `{{number}} ${several}`,
      },
      empty: {
        title: `${many} : rien pour l’instant`,
        text: 'Ce que l’on demande figure ici. Rien ne se fait avant l’approbation.',
      },
    },
    pt: {
      number: 'Número',
      all: `Tudo: ${several}`,
      allMine: `Tudo o que é meu: ${several}`,
      names: {
        mine: `Meus: ${several}`,
        new: `Novo: ${single}`,
        edit: `Alterar: ${single}`,
        import: `Importar: ${several}`,
        search: 'Número ou título',
        count_one: `{{number}} ${single}`,
        count_other: `{{number}} ${several}`,
      },
      empty: { title: `${many}: ainda nada`, text: 'O que alguém pede aparece aqui. Nada é feito antes da aprovação.' },
    },
  };
}
