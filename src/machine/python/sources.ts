// The Python that lives in the image, as text.
import image from './image.py?raw';
import points from './points.py?raw';
import process from './process.py?raw';

export const pythonSources = { image, points, process } as const;
