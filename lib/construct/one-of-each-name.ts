import type { Construct, IConstruct } from 'constructs';

/** The monitors of each app, with what each is known by. */
const monitors = new WeakMap<IConstruct, [monitor: Construct, key: () => string][]>();

/** Has the synthesis refuse two monitors of an app that would be one to the service: the later deployment would overwrite the other. */
export function noteMonitor(monitor: Construct, key: () => string): void {
  const { root } = monitor.node;
  const known = monitors.get(root) ?? [];
  monitors.set(root, known);
  known.push([monitor, key]);
  monitor.node.addValidation({
    validate: () => {
      const own = key();
      const [first] = known.find(([, other]) => other() === own) ?? [];
      return !first || first === monitor
        ? []
        : [`It is the same monitor as ${first.node.path}: give one of them another name or slug.`];
    },
  });
}
