import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Empty, Loading } from '../parts/notices.tsx';
import { Title } from '../parts/title.tsx';
import { place } from '../router.ts';
import type { ScreenProps, ScreenRoute } from '../screen.ts';
import { screenAt } from '../screens.ts';
import { screenTitle } from '../state/tab.ts';
import { report } from '../reports/report.ts';

/** Screens by their path, as they came; null where one did not. */
const loaded = signal<ReadonlyMap<string, ComponentType<ScreenProps> | null>>(new Map());

export async function loadScreen({ path, load }: ScreenRoute): Promise<void> {
  if (loaded.peek().get(path)) return;
  const Screen = await load().then(
    (module) => module.Screen,
    (error: unknown) => {
      if (navigator.onLine) report('UI-LOAD', error);
      return null;
    },
  );
  loaded.value = new Map(loaded.peek()).set(path, Screen);
}

/** The screen of where the person is. */
export function ScreenSlot() {
  const { path, visit } = place.value;
  const found = screenAt(path);
  const route = found?.route;
  const Screen = route && loaded.value.get(route.path);
  useEffect(() => {
    if (route) void loadScreen(route);
  }, [route]);
  // Before a screen says better.
  useLayoutEffect(() => {
    if (route) screenTitle.value = route.title;
  }, [path]);
  const isThere = Screen !== undefined || !route;
  useEffect(() => {
    if (visit > 0 && isThere) arrive();
  }, [visit, isThere]);
  if (!found) return <Missing />;
  if (Screen === undefined) return <Loading />;
  if (Screen === null) return <Unloaded route={found.route} />;
  // Another place is another instance, so that nothing typed or failed there stays.
  return <Guarded key={path} Screen={Screen} params={found.params} />;
}

/** A reader hears where it is, and the next Tab goes on from there. */
function arrive(): void {
  scrollTo(0, place.value.scrolled);
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

function Guarded({ Screen, params }: ScreenProps & { Screen: ComponentType<ScreenProps> }) {
  const [error] = useErrorBoundary((caught: unknown) => report('UI-RENDER', caught));
  if (error === undefined) return <Screen params={params} />;
  return (
    <>
      <Title text="Something went wrong" />
      <p>The error is in this page and has been reported. Your jobs are still monitored.</p>
      {/* What broke it may stand in memory still. */}
      <Button onClick={() => location.reload()}>Reload</Button>
    </>
  );
}

function Missing() {
  return (
    <>
      <Title text="Page not found" />
      <Empty title="There is nothing at this address">
        <p>
          Go to <a href="/app">your monitors</a>.
        </p>
      </Empty>
    </>
  );
}

/** A chunk that cannot be fetched: no network, or a newer version has taken its place. */
function Unloaded({ route }: { route: ScreenRoute }) {
  useEffect(() => {
    // Browsers keep that a module did not come: only a new page asks for it again.
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <>
      <Title text={route.title} />
      <Empty title="This page could not be loaded">
        <p>You are offline, or the console has been updated since you opened it.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Empty>
    </>
  );
}
