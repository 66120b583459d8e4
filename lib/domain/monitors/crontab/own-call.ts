/** The ping URL that a command calls, as the id that the monitor was born with: a rotation changes only what follows. */
const PING_URL = /\/in\/([0-9a-hjkmnp-tv-z]{26})/;
/** The call as the snippets have it (`ingestCron`), behind the job. */
const CALL = /\s*;\s*curl [^;|&#]*\/in\/[0-9a-hjkmnp-tv-z]{26,52}'?\/\$\?/;

/** A command without the call that tells how its job ended, and the monitor that it calls. */
export function withoutCall(command: string): { job: string; calls?: string } {
  const calls = PING_URL.exec(command)?.[1];
  return { job: command.replace(CALL, ''), ...(calls !== undefined && { calls }) };
}
