import { useState } from 'react';
import { Icon } from './Icon.tsx';
import type { UnderWay } from './uploads.ts';

interface Props {
  label: string;
  /** What the browser offers to choose: extensions and types. */
  accept: string;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files that are chosen or dropped. */
export function DropZone({ label, accept, onFiles }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <label
      className="drop-zone"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Icon name="upload" />
      <span>{label}</span>
      <input
        className="sr-only"
        type="file"
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </label>
  );
}

/** A file on its way, as a line of the list of files; `name` is what is said of it, `cancel` what its button is called. */
export function UploadLine({ file, name, cancel }: { file: UnderWay; name: string; cancel: string }) {
  return (
    <li>
      <Icon name="upload" />
      <p>
        {name}
        <progress className="upload-progress" max="1" value={file.part} />
      </p>
      <button className="icon-button" type="button" aria-label={cancel} onClick={file.giveUp}>
        <Icon name="x" />
      </button>
    </li>
  );
}
