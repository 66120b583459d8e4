import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { functionAreaOf } from '../areas/areas.ts';
import type { AwsSettings } from '../config/settings/all-settings.ts';
import type { ConsoleFolder } from './edge/console-files.ts';
import type { ServiceStackProps } from './service-stack.ts';

/** What lies in a folder of built assets, as it lists itself. */
export interface AssetsList {
  /** Name of the build, as shown by /api/health. */
  build: string;
  /** The functions: a folder each, of this name. */
  functions: readonly string[];
  /** The folders of the console by `publicPages`, relative to the list. */
  consoles: Partial<Record<AwsSettings['publicPages'], readonly ConsoleFolder[]>>;
}

/** The list in a folder of built assets. */
export const ASSETS_LIST = 'assets.json';

/** What a stack is made of, from a folder that was built for it. Throws one plain sentence where it is none. */
export function builtAssets(
  dir: string,
  { publicPages }: Pick<AwsSettings, 'publicPages'>,
): Pick<ServiceStackProps, 'areas' | 'codeOf' | 'consoleFolders' | 'build'> {
  const list = join(dir, ASSETS_LIST);
  if (!existsSync(list))
    throw new Error(
      `There are no built functions in ${dir}, which has no ${ASSETS_LIST}: name a folder that has by assets.`,
    );
  const { build, functions, consoles } = JSON.parse(readFileSync(list, 'utf8')) as AssetsList;
  const { [publicPages]: folders } = consoles;
  if (!folders) throw new Error(`${dir} was built without the console of publicPages=${publicPages}.`);
  return {
    areas: functions.map(functionAreaOf),
    codeOf: (area) => Code.fromAsset(join(dir, area)),
    consoleFolders: folders.map((folder) => ({ ...folder, dir: join(dir, folder.dir) })),
    build,
  };
}
