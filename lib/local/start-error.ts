/** Something the person who starts the service can put right; the message is one plain sentence with the way out. */
export class StartError extends Error {
  override name = 'StartError';
}

/** A port that cannot be listened on: another program has it, or the system gives it to nobody like us. */
export class PortTaken extends Error {
  override name = 'PortTaken';
}
