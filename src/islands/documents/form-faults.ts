/** The faults of a form as its summary names them. */
import type { DocumentFormProps, FormFault } from '#lib/documents/form/form.ts';

/** Every fault of the nested errors with its path, in the order of the fields' names. */
export function collectFaults(errors: object, path = ''): FormFault[] {
  return (Object.entries(errors) as [string, { message?: string } | undefined][]).flatMap(([name, error]) => {
    if (!error || name === 'ref' || name === 'root') return [];
    const here = path ? `${path}.${name}` : name;
    if (typeof error.message === 'string') return [{ path: here, message: error.message }];
    return typeof error === 'object' ? collectFaults(error, here) : [];
  });
}

/** As they stand in the form, from top to bottom. */
export function faultsInOrder({ sections }: Pick<DocumentFormProps, 'sections'>, found: FormFault[]): FormFault[] {
  const order = [
    ...sections.flatMap(({ name, fields }) => [...fields.map((field) => field.name), name]),
    'lines',
    'attachments',
  ];
  const at = (fault: FormFault) => order.indexOf(fault.path.split('.')[0]!);
  return found.toSorted((a, b) => at(a) - at(b));
}
