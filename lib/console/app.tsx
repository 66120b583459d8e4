import { signal } from '@preact/signals';
import { render, type ComponentType } from 'preact';
import { place, startRouter } from './router.ts';
import { screenAt, type ScreenProps } from './screens.ts';

const loaded = signal(new Map<string, ComponentType<ScreenProps>>());

function App() {
  const found = screenAt(place.value.path);
  if (!found) return <p>There is no page at this address.</p>;
  const { route, params } = found;
  const Screen = loaded.value.get(route.path);
  if (Screen) return <Screen params={params} />;
  void route.load().then((module) => {
    loaded.value = new Map(loaded.value).set(route.path, module.Screen);
  });
  return null;
}

startRouter((path) => screenAt(path) !== null);
const root = document.getElementById('app');
if (root) render(<App />, root);
