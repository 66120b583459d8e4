import { ingestCurl } from '../../../render/view/ingest-commands.ts';

/** A line of the crontab that has a monitor now. */
interface CreatedLine {
  /** Counted from 1. */
  line: number;
  ingest_url: string;
}

/** The same crontab, each of these lines followed by the call that tells how it ended. */
export function withCalls(crontab: string, created: readonly CreatedLine[]): string {
  const urls = new Map(created.map(({ line, ingest_url: url }) => [line, url]));
  return crontab
    .split('\n')
    .map((text, at) => {
      const url = urls.get(at + 1);
      return url === undefined ? text : `${text.trimEnd()}; ${ingestCurl(url)}/$?`;
    })
    .join('\n');
}
