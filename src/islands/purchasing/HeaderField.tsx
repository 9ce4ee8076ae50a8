import { Controller, useWatch } from 'react-hook-form';
import { isAsked, type FieldView, type TypedHeader } from '#lib/purchasing/purchase-request-form.ts';
import { DateField } from '../ui/DateField.tsx';
import { FieldFrame, described } from '../ui/FieldFrame.tsx';
import { errorAt, useRequestForm } from './form-context.ts';

/** Few choices are all shown beside each other. */
const SEGMENTS = 4;

/** Fields on which it depends what others ask and offer. */
const DECIDING = ['purchasePath', 'priority', 'preferredVendor', 'requesterId'];

/** One field of the request, by the kind that its declaration says. */
export function HeaderField({ field }: { field: FieldView }) {
  const { t, form, language, today, person, ownDepartments } = useRequestForm();
  const watched = useWatch({ control: form.control, name: DECIDING as never }) as unknown as string[];
  const typed: TypedHeader = Object.fromEntries(DECIDING.map((name, index) => [name, watched[index] ?? '']));
  const { name, kind, label, hint, max } = field;
  if (!isAsked(name, typed)) return null;
  const choices = (field.choices ?? []).filter(
    ({ value }) => name !== 'departmentId' || typed['requesterId'] !== person || ownDepartments.includes(value),
  );
  const error = errorAt(form, name);
  const optional = field.optional ? t('common.optional') : undefined;
  const initial = form.formState.defaultValues?.[name] as string | undefined;
  const common = { ...form.register(name), id: name, ...described(name, hint, error) };
  const wide = kind === 'long-text' || name === 'title';
  if (kind === 'choice' && choices.length <= SEGMENTS) {
    return (
      <FieldFrame id={name} label={label} hint={hint} error={error} optional={optional} group>
        <div className="segmented segmented-wrap" id={name}>
          {choices.map((choice) => (
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
    <FieldFrame id={name} label={label} hint={hint} error={error} optional={optional} wide={wide}>
      {kind === 'long-text' ? (
        <textarea
          {...common}
          className="textarea"
          maxLength={max}
          defaultValue={initial}
          rows={name === 'purpose' ? 3 : 2}
        />
      ) : kind === 'date' ? (
        <Controller
          name={name}
          control={form.control}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              id={name}
              ref={ref}
              name={name}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              onChoose={onChange}
              today={today}
              language={language}
              openLabel={t('purchasing.purchaseRequest.form.openCalendar')}
              {...described(name, hint, error)}
            />
          )}
        />
      ) : kind === 'reference' || kind === 'choice' ? (
        <select {...common} className="select" defaultValue={initial}>
          <option value="">{field.optional ? '–' : t('common.choose')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...common} className="input" type="text" maxLength={max} defaultValue={initial} />
      )}
    </FieldFrame>
  );
}
