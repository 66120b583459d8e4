import { lineDifference, type DiffLine } from './line-difference.ts';

interface OutputDifferenceProps {
  good: string;
  failed: string;
  /** When the good run began. */
  goodAt: string;
}

/** What a failed run said that a good one did not, and the other way round. */
export function OutputDifference({ good, failed, goodAt }: OutputDifferenceProps) {
  const lines = lineDifference(good, failed);
  const isSame = lines.every(({ kind }) => kind === 'left-out');
  return (
    <div class="difference">
      <p class="hint">
        {isSame
          ? `Same output as the good run of ${goodAt}.`
          : `− only the good run of ${goodAt}, + only this one. Lines that differ only in numbers count as the same.`}
      </p>
      {!isSame && (
        // Long lines scroll, which a keyboard has to reach.
        <pre tabIndex={0} role="region" aria-label={`difference to the good run of ${goodAt}`}>
          {lines.map((line, at) => (
            <Line key={at} line={line} />
          ))}
        </pre>
      )}
    </div>
  );
}

function Line({ line }: { line: DiffLine }) {
  if (line.kind === 'left-out')
    return <span class="soft">{`… ${line.count} same ${line.count === 1 ? 'line' : 'lines'}\n`}</span>;
  if (line.kind === 'new') return <ins>{`+ ${line.text}\n`}</ins>;
  return line.kind === 'gone' ? <del>{`− ${line.text}\n`}</del> : <span>{`  ${line.text}\n`}</span>;
}
