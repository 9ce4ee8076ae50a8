import { useState } from 'react';
import { UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import type { FormFiles, WaitingFile } from '#lib/documents/form/form.ts';
import { FieldError } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { upload } from '../upload.ts';
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
  const [under, setUnder] = useState<{ name: string; part: number; giveUp: () => void } | null>(null);
  const [problem, setProblem] = useState('');
  const [kind, setKind] = useState(kinds[0]!.value);
  const label = (value: string) => kinds.find((one) => one.value === value)?.label ?? '';

  const send = async (files: File[]) => {
    const sent: WaitingFile[] = [];
    setProblem('');
    for (const file of files) {
      if (file.size > UPLOAD_MAX_BYTES) {
        setProblem(`${file.name}: ${t('refusals.file-too-large')}`);
        continue;
      }
      const stop = new AbortController();
      const shown = { name: file.name, giveUp: () => stop.abort() };
      setUnder({ ...shown, part: 0 });
      let why = t('records.files.failed');
      const done = await upload(file, {
        progress: (part) => setUnder({ ...shown, part }),
        refused: (said) => {
          why = said;
        },
        signal: stop.signal,
      });
      if (stop.signal.aborted) continue;
      if (done) sent.push({ fileName: done.fileName, name: file.name, kind });
      else setProblem(`${file.name}: ${why}`);
    }
    setUnder(null);
    if (sent.length > 0) onChange([...waiting, ...sent]);
  };
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
        {under && (
          <li>
            <Icon name="upload" />
            <p>
              {t('documents.form.uploading', { name: under.name })}
              <progress className="upload-progress" max="1" value={under.part} />
            </p>
            <button
              className="icon-button"
              type="button"
              aria-label={t('common.removeNamed', { name: under.name })}
              onClick={under.giveUp}
            >
              <Icon name="x" />
            </button>
          </li>
        )}
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
        <label
          className="drop-zone"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            onUpload(send([...event.dataTransfer.files]));
          }}
        >
          <Icon name="upload" />
          <span>{t('common.chooseFiles')}</span>
          <input
            className="sr-only"
            type="file"
            multiple
            accept={accept}
            onChange={(event) => {
              onUpload(send([...(event.target.files ?? [])]));
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <div role="alert">
        <FieldError error={fault} />
      </div>
      {waiting.length > 0 && <input type="hidden" name="files" value={JSON.stringify(waiting)} />}
    </div>
  );
}
