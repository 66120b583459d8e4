import { join } from 'node:path';
import type { StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { builtAssets } from './built-assets.ts';
import { ServiceStack } from './service-stack.ts';
import { settingsFromProps, type RollcallSettings } from './settings-from-props.ts';

/** The settings of the service, and what any stack may be given. */
export interface RollcallStackProps extends StackProps, RollcallSettings {
  /**
   * A folder of functions and console, as they are built.
   * @default the one that comes with this package
   */
  readonly assets?: string;
}

/** The whole service as one stack of an app. It is called as its id says, unless `stackName` does. */
export class RollcallStack extends ServiceStack {
  constructor(scope: Construct, id: string, props: RollcallStackProps = {}) {
    const settings = settingsFromProps(scope, props, Date.now());
    const { terminationProtection } = settings;
    const { assets = join(import.meta.dirname, 'assets') } = props;
    super(scope, id, { ...props, terminationProtection, ...builtAssets(assets, settings), settings });
  }
}
