import { useState } from 'react';
import type { FormFiles, WaitingFile } from '#lib/documents/form/form.ts';
import { DropZone, UploadLine } from '../ui/DropZone.tsx';
import { FieldError } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useUploads } from '../ui/uploads.ts';
import { useDocumentForm } from './form-context.ts';

interface Props extends FormFiles {
  onChange: (waiting: WaitingFile[]) => void;
  /** Files are on their way: whoever saves waits for them. */
  onUpload: (done: Promise<void>) => void;
  error: string | undefined;
}

/** Attachments: sent to the store at once, put on the document when it is saved. */
export function Files({ existing, waiting, onChange, onUpload, kinds, accept, error }: Props) {
  const { t } = useDocumentForm();
  const [kind, setKind] = useState(kinds[0]!.value);
  const { underWay, problem, send } = useUploads({
    tooLarge: t('refusals.file-too-large'),
    failed: t('records.files.failed'),
    onSent: (file) => onChange([...waiting, { ...file, kind }]),
  });
  const label = (value: string) => kinds.find((one) => one.value === value)?.label ?? '';
  const fault = problem || error;
  return (
    <div id="attachments" tabIndex={-1}>
      <ul className="files">
        {existing.map((file) => (
          <li key={file.id}>
            {file.thumb ? (
              <img className="file-thumb" src={file.thumb} alt="" width="40" height="40" />
            ) : (
              <Icon name="file-text" />
            )}
            <p>
              <a className="link" href={file.href}>
                {file.name}
              </a>
              <small>{label(file.kind)}</small>
            </p>
          </li>
        ))}
        {waiting.map((file) => (
          <li key={file.fileName}>
            <Icon name="file-text" />
            <p>
              {file.name}
              <small>{label(file.kind)}</small>
            </p>
            <button
              className="icon-button"
              type="button"
              aria-label={t('common.removeNamed', { name: file.name })}
              onClick={() => onChange(waiting.filter((other) => other !== file))}
            >
              <Icon name="trash-2" />
            </button>
          </li>
        ))}
        {underWay.map((file) => (
          <UploadLine
            key={file.id}
            file={file}
            name={t('documents.form.uploading', { name: file.name })}
            cancel={t('common.removeNamed', { name: file.name })}
          />
        ))}
      </ul>
      <div className="form-columns">
        <div className="field">
          <label htmlFor="attachment-kind">{t('records.files.kind')}</label>
          <select
            className="select"
            id="attachment-kind"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            {kinds.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        </div>
        <DropZone label={t('common.chooseFiles')} accept={accept} onFiles={(files) => onUpload(send(files))} />
      </div>
      <div role="alert">
        <FieldError error={fault} />
      </div>
      {waiting.length > 0 && <input type="hidden" name="files" value={JSON.stringify(waiting)} />}
    </div>
  );
}
