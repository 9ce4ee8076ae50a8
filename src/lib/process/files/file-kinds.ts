/** A kind of file people may upload. Whatever is not listed is refused: pages, drawings with scripts, programs. */
export interface FileKind {
  /** The content type under which it is stored and served. */
  contentType: string;
  extensions: readonly string[];
  /** Other content types that browsers use for it. */
  alsoClaimed?: readonly string[];
  /** The type detected from its content; `null` for plain text, which cannot be detected. */
  found: readonly string[] | null;
  /** Displayed by the browser rather than saved. */
  inline?: boolean;
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

export const fileKinds: readonly FileKind[] = [
  { contentType: 'application/pdf', extensions: ['pdf'], found: ['application/pdf'], inline: true },
  image('image/jpeg', ['jpg', 'jpeg'], { alsoClaimed: ['image/jpg', 'image/pjpeg'] }),
  image('image/png', ['png'], { found: ['image/png', 'image/apng'] }),
  image('image/gif', ['gif']),
  image('image/webp', ['webp']),
  image('image/avif', ['avif']),
  typical(`${office}.wordprocessingml.document`, 'docx'),
  typical(`${office}.spreadsheetml.sheet`, 'xlsx'),
  typical(`${office}.presentationml.presentation`, 'pptx'),
  typical(`${openDocument}.text`, 'odt'),
  typical(`${openDocument}.spreadsheet`, 'ods'),
  { contentType: 'application/msword', extensions: ['doc'], found: ['application/x-cfb'] },
  { contentType: 'application/vnd.ms-excel', extensions: ['xls'], found: ['application/x-cfb'] },
  { contentType: 'application/vnd.ms-powerpoint', extensions: ['ppt'], found: ['application/x-cfb'] },
  { contentType: 'application/vnd.ms-outlook', extensions: ['msg'], found: ['application/x-cfb'] },
  {
    contentType: 'application/zip',
    extensions: ['zip'],
    alsoClaimed: ['application/x-zip-compressed'],
    found: ['application/zip'],
  },
  {
    contentType: 'text/csv',
    extensions: ['csv'],
    alsoClaimed: ['application/csv', 'text/plain', 'application/vnd.ms-excel'],
    found: null,
  },
  { contentType: 'text/plain', extensions: ['txt'], found: null },
];

/** The accept attribute of file inputs: ".pdf,.jpg,…". */
export const acceptedExtensions = fileKinds
  .flatMap((kind) => kind.extensions)
  .map((extension) => `.${extension}`)
  .join();

/**
 * The kind of a file by its name and by the type its sender claims (none, or application/octet-stream, is no claim);
 * `undefined` when it may not be uploaded or the two contradict each other.
 */
export function fileKindOf(fileName: string, claimed: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const kind = fileKinds.find((each) => each.extensions.includes(extension));
  return kind && matchesKind(kind, claimed) ? kind : undefined;
}

/**
 * Whether a file is a photo in the format of some telephones (HEIC), by its name or type. Nothing here can decode it,
 * so the location could not be removed, nor the picture displayed.
 */
export function isHeic(nameOrType: string): boolean {
  return /(^image\/|\.)hei[cf](-sequence)?$/i.test(nameOrType.trim());
}

/** Whether a claimed content type, with or without parameters, fits the kind. */
export function matchesKind(kind: FileKind, claimed: string): boolean {
  const type = claimed.split(';')[0]!.trim().toLowerCase();
  return ['', 'application/octet-stream', kind.contentType, ...(kind.alsoClaimed ?? [])].includes(type);
}

function image(contentType: string, extensions: string[], more: Partial<FileKind> = {}): FileKind {
  return { contentType, extensions, found: [contentType], inline: true, ...more };
}

function typical(contentType: string, extension: string): FileKind {
  return { contentType, extensions: [extension], found: [contentType] };
}
