/** A secret by its place in Secrets Manager, or on one machine its text. */
export type KeptSecret = { id: string } | { text: string };
