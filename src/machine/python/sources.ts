// The Python of the machine, as text: what lives in the image, and the solution that makes a starting world.
import image from './image.py?raw';
import lacks from './lacks.py?raw';
import library from './library.py?raw';
import dbm from './library/dbm.py?raw';
import dbmDumb from './library/dbm_dumb.py?raw';
import dbmSqlite from './library/dbm_sqlite3.py?raw';
import grp from './library/grp.py?raw';
import pwd from './library/pwd.py?raw';
import resource from './library/resource.py?raw';
import syslog from './library/syslog.py?raw';
import linuxErrors from './linux_errors.py?raw';
import linuxOs from './linux_os.py?raw';
import loop from './loop.py?raw';
import openssl from './openssl.py?raw';
import points from './points.py?raw';
import process from './process.py?raw';
import signals from './signals.py?raw';
import sealed from './sealed.py?raw';
import setUp from './set_up.py?raw';
import stores from './stores.py?raw';

export const pythonSources = {
  image,
  lacks,
  library,
  'library.dbm': dbm,
  'library.dbm_dumb': dbmDumb,
  'library.dbm_sqlite3': dbmSqlite,
  'library.grp': grp,
  'library.pwd': pwd,
  'library.resource': resource,
  'library.syslog': syslog,
  linux_errors: linuxErrors,
  linux_os: linuxOs,
  loop,
  openssl,
  points,
  process,
  sealed,
  signals,
  stores,
} as const;

export const setUpSource = setUp;
