import { isFieldShown, offeredChoices } from '#lib/documents/form/rules.ts';
import { LONG_LIST } from '#lib/values/constants.ts';
import { isList } from '#lib/values/field-kinds.ts';
import type { Entry, FieldView } from '#lib/documents/form/form.ts';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { Control } from './Control.tsx';
import { errorAt, useDocumentForm, useTyped } from './form-context.ts';

/** Few choices are all shown beside each other. */
const SEGMENTS = 4;
/** Characters of all of them from which a narrow column has no room for them in one line. */
const LONG_SEGMENTS = 32;
/** Characters from which a text is given a third row. */
const LONG = 1_000;

/** One field of the document, by the kind that its declaration says. */
export function HeaderField({ field }: { field: FieldView }) {
  const { t, form, rules, viewer, titled } = useDocumentForm();
  const { name, kind, label, wide, max = 0 } = field;
  const isTitled = name === titled;
  const hint = field.hint ?? (isTitled ? t('documents.form.titledHint') : undefined);
  const offered = useTyped((typed) => isFieldShown(rules, name, typed) && offeredChoices(rules, field, typed, viewer));
  const isOptional = useTyped(
    (typed) => isTitled || (field.optional && !field.passedOn && !rules.neededToSend?.(name, typed)),
  );
  if (!offered) return null;
  const error = errorAt(form, name);
  const optional = isOptional ? t('common.optional') : undefined;
  const initial = form.formState.defaultValues?.[name] as Entry | undefined;
  const frame = { id: name, label, hint, error, optional };
  if (kind === 'boolean') {
    return (
      <div className="field">
        <Control field={field} path={name} initial={initial} error={error} />
      </div>
    );
  }
  if (kind === 'choice' && offered.length <= SEGMENTS) {
    return (
      <FieldFrame {...frame} group>
        <div className={`segmented segmented-wrap${isLong(offered) ? ' segmented-long' : ''}`} id={name}>
          {offered.map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                {...form.register(name)}
                value={choice.value}
                defaultChecked={choice.value === initial}
              />
              {choice.label}
            </label>
          ))}
        </div>
      </FieldFrame>
    );
  }
  return (
    <FieldFrame {...frame} wide={wide || (isList(field) && offered.length > LONG_LIST)} group={isList(field)}>
      <Control
        field={{ ...field, ...(hint && { hint }) }}
        path={name}
        initial={initial}
        error={error}
        choices={offered}
        none={isOptional ? '–' : t('common.choose')}
        rows={max > LONG ? 3 : 2}
      />
    </FieldFrame>
  );
}

const isLong = (choices: readonly { label: string }[]): boolean =>
  choices.reduce((length, { label }) => length + label.length, 0) > LONG_SEGMENTS;
