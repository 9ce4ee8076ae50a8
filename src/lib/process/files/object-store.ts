/** The metadata of an object. */
export interface StoredObject {
  key: string;
  sizeBytes: number;
  changedAt: Date;
}

/** Bytes `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Metadata passed when an object is put. */
export interface ObjectFacts {
  contentType: string;
  /** SHA-256 of its bytes, hexadecimal. */
  sha256: string;
  /** The header content-disposition for direct downloads from the store. */
  disposition?: string;
}

/** An address for one upload by anyone who has it: exactly this type and this many bytes. */
export interface UploadRequest {
  contentType: string;
  sizeBytes: number;
}

/** A store that browsers talk to directly, by addresses valid for 15 minutes. */
export interface DirectAccess {
  /** Its origin, for the content security policy. */
  origin: string;
  uploadUrl(key: string, wish: UploadRequest): Promise<string>;
  downloadUrl(key: string): Promise<string>;
}

/**
 * Stores bytes under keys ('files/3f/…', 'prints/…'); knows neither people nor records. The keys are the same in every
 * store, so that one can be copied into another. 503 `store-unavailable` when it does not answer.
 */
export interface ObjectStore {
  /** Moves a file on disk into the store, atomically. */
  put(key: string, path: string, facts: ObjectFacts): Promise<void>;
  /** The bytes under a key, or a range of them; null when there are none. */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  find(key: string): Promise<StoredObject | null>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  /** Every key with this prefix ('files/3'), in any order. */
  list(beginning: string): AsyncGenerator<StoredObject>;
  /** Null when browsers upload to and download from the app itself. */
  direct: DirectAccess | null;
  /** Checks that the store works; throws StartRefused with a sentence for the operator. */
  check(): Promise<void>;
}
