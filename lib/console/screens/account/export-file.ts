import type { Output } from '../../api/operations.ts';

type Page = Output<'exportAccount'>;

/** An export as far as it has come. */
export interface ExportSoFar {
  /** Of the file, in its order. */
  parts: string[];
  records: number;
  /** Of the next page; null when all has come, undefined before the first. */
  cursor: string | null | undefined;
}

export const NOTHING_EXPORTED: ExportSoFar = { parts: [], records: 0, cursor: undefined };

/** An export with one more page, whose records all pages give to one list of the file. */
export function withPage({ parts, records, cursor }: ExportSoFar, page: Page): ExportSoFar {
  const { generated_at: at, account, next } = page;
  const list = page.records.map((record) => JSON.stringify(record)).join(',\n');
  const begin = `${JSON.stringify({ generated_at: at, account }).slice(0, -1)},"records":[\n`;
  const before = cursor === undefined ? begin : records > 0 && list !== '' ? ',\n' : '';
  return {
    parts: [...parts, before + list + (next === null ? '\n]}\n' : '')],
    records: records + page.records.length,
    cursor: next && new URL(next).searchParams.get('cursor'),
  };
}

/** Has the browser keep a file. */
export function download(name: string, parts: string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser may begin with it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
