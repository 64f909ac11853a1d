import { testPlaces } from './accessible-places.ts';
import { alwaysTheSame, everywhere } from './places.ts';
import { test } from './scene.ts';

test.use({ sceneName: 'empty' });

testPlaces('a console that was never used', [...everywhere, ...alwaysTheSame]);
