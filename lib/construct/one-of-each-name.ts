import { Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';

/** By what a monitor is known. */
export interface KnownBy {
  /** Its slug, or what is watched. */
  key: string;
  /** The service that it is in. */
  place: string;
}

/** The monitors of each app. */
const monitors = new WeakMap<IConstruct, [monitor: Construct, knownBy: () => KnownBy][]>();

/** Has the synthesis refuse two monitors of an app that would be one to the service: the later deployment would overwrite the other. */
export function noteMonitor(monitor: Construct, knownBy: () => KnownBy): void {
  const { root } = monitor.node;
  const known = monitors.get(root) ?? [];
  monitors.set(root, known);
  known.push([monitor, knownBy]);
  const isSame = (other: Construct, { key, place }: KnownBy) => {
    const own = knownBy();
    // In one stack a name is one resource, wherever its service is: a service that moves must not be another one.
    return own.key === key && (Stack.of(monitor) === Stack.of(other) || own.place === place);
  };
  monitor.node.addValidation({
    validate: () => {
      const [first] = known.find(([other, by]) => isSame(other, by())) ?? [];
      return !first || first === monitor
        ? []
        : [
            `It has the name of ${first.node.path}: give one of them another name or slug, or a stack of its own in another Rollcall.`,
          ];
    },
  });
}
