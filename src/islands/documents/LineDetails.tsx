import { Fragment } from 'react';
import { noneOf, viewsOf, type TypedRow } from '#lib/documents/form/form.ts';
import { isList } from '#lib/values/field-kinds.ts';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Control } from './Control.tsx';
import { errorAt, useLinesForm } from './form-context.ts';

interface Props {
  index: number;
  initial: TypedRow;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
}

/** What a line needs more rarely, and its place among the others. */
export function LineDetails({ index, initial, first, last, onMove }: Props) {
  const { t, form, lines } = useLinesForm();
  return (
    <div className="line-details">
      {viewsOf(lines, lines.more).map((field) => {
        const path = `lines.${index}.${field.name}`;
        const error = errorAt(form, path);
        const control = (
          <Control
            field={field}
            path={path}
            initial={initial[field.name]}
            error={error}
            none={noneOf(lines, field, t)}
          />
        );
        if (field.kind === 'boolean') return <Fragment key={field.name}>{control}</Fragment>;
        return (
          <FieldFrame
            key={field.name}
            id={path}
            label={field.label}
            hint={field.hint}
            error={error}
            optional={field.optional ? t('common.optional') : undefined}
            wide={field.wide}
            group={isList(field)}
          >
            {control}
          </FieldFrame>
        );
      })}
      <div className="button-row line-moves">
        <button
          className="btn btn-small"
          type="button"
          disabled={first}
          onClick={() => onMove(-1)}
          aria-label={t('documents.lines.up', { no: index + 1 })}
        >
          <Icon name="arrow-up" />
        </button>
        <button
          className="btn btn-small"
          type="button"
          disabled={last}
          onClick={() => onMove(1)}
          aria-label={t('documents.lines.down', { no: index + 1 })}
        >
          <Icon name="arrow-down" />
        </button>
      </div>
    </div>
  );
}
