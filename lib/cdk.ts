/** What the package for apps of AWS CDK has. */
export { RollcallStack, type RollcallStackProps } from './stack/rollcall-stack.ts';
export type { RollcallSettings } from './stack/settings-from-props.ts';
