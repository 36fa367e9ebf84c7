// The Python of the machine, as text: what lives in the image, and the solution that makes a starting world.
import image from './image.py?raw';
import lacks from './lacks.py?raw';
import linuxErrors from './linux_errors.py?raw';
import linuxOs from './linux_os.py?raw';
import loop from './loop.py?raw';
import points from './points.py?raw';
import process from './process.py?raw';
import signals from './signals.py?raw';
import setUp from './set_up.py?raw';

export const pythonSources = {
  image,
  lacks,
  linux_errors: linuxErrors,
  linux_os: linuxOs,
  loop,
  points,
  process,
  signals,
} as const;

export const setUpSource = setUp;
