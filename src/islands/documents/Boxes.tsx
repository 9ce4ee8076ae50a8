import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Choice } from '#lib/documents/form/form.ts';
import { LONG_LIST } from '#lib/values/constants.ts';
import { Icon } from '../ui/Icon.tsx';
import { useDocumentForm } from './form-context.ts';

interface Props {
  id: string;
  label: string;
  offered: readonly Choice[];
  /** Ticked when the form opens; these come first. */
  chosen: readonly string[];
  registered: UseFormRegisterReturn;
}

/** Several of many, as PickList.astro draws them: boxes, and a field that narrows a long list while one types. */
export function Boxes({ id, label, offered, chosen, registered }: Props) {
  const { t } = useDocumentForm();
  const [words, setWords] = useState('');
  const isChosen = ({ value }: Choice) => chosen.includes(value);
  const boxes = [...offered.filter(isChosen), ...offered.filter((choice) => !isChosen(choice))].map((choice) => (
    <label
      key={choice.value}
      className="check-line"
      hidden={!choice.label.toLowerCase().includes(words.trim().toLowerCase())}
    >
      <input className="check" type="checkbox" {...registered} value={choice.value} defaultChecked={isChosen(choice)} />
      {choice.label}
    </label>
  ));
  if (offered.length <= LONG_LIST)
    return (
      <div className="check-list" id={id} tabIndex={-1}>
        {boxes}
      </div>
    );
  return (
    <div className="pick-list" id={id} tabIndex={-1}>
      <div className="affix">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          form="nothing"
          aria-label={t('records.form.narrow', { name: label })}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <div className="check-list">{boxes}</div>
    </div>
  );
}
