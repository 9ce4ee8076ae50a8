import { listed, words } from '../names.ts';
import type { Words } from '../shape.ts';
import type { Wish } from '../wish.ts';
import { searched } from './migration.ts';

/** What stands under the record's key in the file of words of its module, in English. */
export function labelsOf({ name, plural, fields, tree, carries }: Wish): Words {
  const [one, many] = [words(name), words(plural)];
  const choices = fields.flatMap(({ name: field, values }) =>
    values ? [[field, Object.fromEntries(values.map((value) => [value, words(value)]))]] : [],
  );
  const search = listed(
    searched(fields).map(({ name: field }) => words(field).toLowerCase()),
    'or',
  );
  return {
    one,
    many,
    new: `New ${one.toLowerCase()}`,
    edit: `Edit ${one.toLowerCase()}`,
    ...(carries && { import: `Import ${many.toLowerCase()}` }),
    search: search[0]!.toUpperCase() + search.slice(1),
    count_one: `{{number}} ${one.toLowerCase()}`,
    count_other: `{{number}} ${many.toLowerCase()}`,
    fields: Object.fromEntries(
      fields.map(({ name: field }) => [
        field,
        tree && field === 'parentId' ? `Parent ${one.toLowerCase()}` : words(field),
      ]),
    ),
    ...(choices.length > 0 && { choices: Object.fromEntries(choices) }),
    statuses: { active: 'Active', inactive: 'Inactive' },
    acts: { close: 'Deactivate', reopen: 'Reactivate' },
    types: { [`all-${plural}`]: `All ${many.toLowerCase()}`, active: 'Active', inactive: 'Inactive' },
    empty: {
      title: `No ${one.toLowerCase()} yet`,
      text: `${many} are listed here once you create them.`,
    },
  };
}
