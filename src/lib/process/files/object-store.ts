/** What lies under a key. */
export interface StoredObject {
  key: string;
  sizeBytes: number;
  changedAt: Date;
}

/** Bytes `start` to `end`, both counted. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is told of an object that is put. */
export interface ObjectFacts {
  contentType: string;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  /** The header content-disposition for whoever fetches it from the store itself. */
  disposition?: string;
}

/** An address for one upload by whoever holds it: exactly this type and this many bytes. */
export interface UploadWish {
  contentType: string;
  sizeBytes: number;
}

/** A store that browsers talk to themselves, by addresses that are good for 15 minutes. */
export interface DirectAccess {
  /** As the content security policy names it. */
  origin: string;
  uploadUrl(key: string, wish: UploadWish): Promise<string>;
  downloadUrl(key: string): Promise<string>;
}

/**
 * Where bytes lie. Knows keys ('files/3f/…', 'prints/…') and bytes, neither people nor records; the keys are the same in
 * every store, so that one can be copied into another. 503 `store-unavailable` when it does not answer.
 */
export interface ObjectStore {
  /** Takes the bytes of a file on disk over, in one step that either happened or did not. */
  put(key: string, path: string, facts: ObjectFacts): Promise<void>;
  /** The bytes under a key, or a part of them; null when there are none. */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  find(key: string): Promise<StoredObject | null>;
  /** Removing what is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Every key that begins so ('files/3'), in any order. */
  list(beginning: string): AsyncGenerator<StoredObject>;
  /** Null when people send to and fetch from the garden itself. */
  direct: DirectAccess | null;
  /** Tries the store out; throws StartRefused with a sentence for the operator. */
  check(): Promise<void>;
}
