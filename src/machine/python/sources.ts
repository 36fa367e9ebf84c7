// The Python of the machine, as text: what lives in the image, and the solution that makes a starting world.
import image from './image.py?raw';
import lacks from './lacks.py?raw';
import loop from './loop.py?raw';
import points from './points.py?raw';
import process from './process.py?raw';
import setUp from './set_up.py?raw';

export const pythonSources = { image, lacks, loop, points, process } as const;

export const setUpSource = setUp;
