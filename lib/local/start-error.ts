/** Something the person who starts the service can put right; the message is one plain sentence with the way out. */
export class StartError extends Error {
  override name = 'StartError';
}
