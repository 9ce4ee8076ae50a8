/** The process cannot start; the message is a sentence for the person who started it, shown without a stack. */
export class StartRefused extends Error {}
