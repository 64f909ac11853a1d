import { testPlaces } from './accessible-places.ts';
import { everywhere, withWorkers } from './places.ts';
import { test } from './scene.ts';

test.use({ sceneName: 'full' });

testPlaces('a console with more of everything than anybody can read', [...everywhere, ...withWorkers]);
