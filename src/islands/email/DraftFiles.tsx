import { useEffect, useRef, useState } from 'react';
import { translateWith } from '../translate-with.ts';
import { DropZone, UploadLine } from '../ui/DropZone.tsx';
import { FieldError } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useIsLive } from '../ui/is-live.ts';
import { notifyForm } from '../ui/offers.ts';
import { usePastedFiles, useUploads } from '../ui/uploads.ts';

interface MailFile {
  /** Its name in the store. */
  fileName: string;
  name: string;
  /** '1.2 MB'; unknown of one that has just been sent. */
  size?: string;
}

interface Props {
  files: readonly MailFile[];
  accept: string;
  error?: string | undefined;
  words: Record<string, string>;
}

/** The attachments of a mail: ticked checkboxes. They are uploaded at once; without script, with the form. */
export default function DraftFiles({ files, accept, error, words }: Props) {
  const t = translateWith(words);
  const isLive = useIsLive();
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState<readonly MailFile[]>([]);
  const { underWay, problem, send } = useUploads({
    tooLarge: t('refusals.file-too-large'),
    failed: t('records.files.failed'),
    onSent: (file) => setAdded((all) => [...all, file]),
  });
  usePastedFiles((pasted) => void send(pasted));
  // The draft has one more entry now.
  useEffect(() => (added.length > 0 ? notifyForm(list.current) : undefined), [added]);
  return (
    <>
      <ul className="files" ref={list}>
        {[...files, ...added].map(({ fileName, name, size }) => (
          <li key={fileName}>
            <Icon name="paperclip" />
            <label className="check-line">
              <input className="check" type="checkbox" name="attachments" value={fileName} defaultChecked />
              <span>
                {name}
                {size && <small>{size}</small>}
              </span>
            </label>
          </li>
        ))}
        {underWay.map((file) => (
          <UploadLine key={file.id} file={file} name={file.name} cancel={t('common.cancel')} />
        ))}
      </ul>
      {isLive ? (
        <DropZone label={t('common.chooseFiles')} accept={accept} onFiles={(chosen) => void send(chosen)} />
      ) : (
        <input type="file" name="upload" multiple aria-label={t('common.chooseFiles')} />
      )}
      <div role="alert">
        <FieldError error={problem || error} />
      </div>
    </>
  );
}
