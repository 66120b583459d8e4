import type { WrittenFile } from './setup.ts';

/** The command that writes a file, its rights first: nobody reads it meanwhile. To be run as root, by any POSIX shell. */
export function putCommand({ path, owner, group, mode, content, mayBeTaken }: WrittenFile): string {
  const directory = path.slice(0, path.lastIndexOf('/'));
  const keep = `{ grep -qs Rollcall ${path} || mv ${path} ${path}.before-rollcall 2>/dev/null || :; } && `;
  return [
    `${mayBeTaken ? keep : ''}mkdir -p ${directory} && install -m ${mode} -o ${owner} -g ${group} /dev/null ${path} && cat >${path} <<'ROLLCALL_END'`,
    `${content}ROLLCALL_END`,
  ].join('\n');
}
