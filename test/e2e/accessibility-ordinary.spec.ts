import { testPlaces } from './accessible-places.ts';
import { everywhere, withWorkers } from './places.ts';
import { test } from './scene.ts';

test.use({ sceneName: 'ordinary' });

testPlaces('a console with a worker of each kind', [...everywhere, ...withWorkers]);
