/** A port that cannot be listened on: another program has it, or the system gives it to nobody like us. */
export class PortTaken extends Error {
  override name = 'PortTaken';
}
