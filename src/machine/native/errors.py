"""Ways to get an error from the operating system: what each raises, as one line of JSON. Run here and on native Linux.

`f` is called in an empty folder. Nothing here depends on who runs it.
"""

import json, os, shutil, socket, tempfile
import io, mmap, pathlib, sqlite3


def prepare():
    os.mkdir("folder")
    os.mkdir("full")
    for path in ("file", "full/inner"):
        with open(path, "w") as stream:
            stream.write("text")
    os.symlink("loop", "loop")
    os.symlink("nowhere", "dangling")
    os.symlink("folder", "to_folder")


def fd_of(path, flags=os.O_RDONLY):
    return os.open(path, flags)


CALLS = """
open('missing')
open('missing/inner', 'w')
open('file/inner')
open('file/inner', 'w')
open('folder')
open('folder', 'w')
open('file', 'x')
open('loop')
open('dangling')
open('dangling', 'x')
open('n' * 300, 'w')
open('')
open('file', opener=lambda path, flags: -1)
open(99)
os.open('folder', os.O_WRONLY)
os.open('file', os.O_RDONLY | os.O_DIRECTORY)
os.open('to_folder', os.O_RDONLY | os.O_NOFOLLOW)
os.open('file', os.O_CREAT | os.O_EXCL)
os.open('missing', os.O_RDWR)
os.mkdir('folder')
os.mkdir('file')
os.mkdir('missing/inner')
os.mkdir('file/inner')
os.mkdir('dangling')
os.makedirs('folder')
os.makedirs('file/inner')
os.makedirs('folder', exist_ok=True)
os.rmdir('missing')
os.rmdir('file')
os.rmdir('full')
os.rmdir('to_folder')
os.rmdir('.')
os.removedirs('full')
os.unlink('missing')
os.unlink('folder')
os.remove('file/inner')
os.rename('missing', 'other')
os.rename('file', 'missing/other')
os.rename('file', 'folder')
os.rename('folder', 'file')
os.rename('folder', 'full')
os.rename('folder', 'folder/inner')
os.rename('full', 'full')
os.replace('missing', 'other')
os.replace('file', 'full/inner/deeper')
os.listdir('missing')
os.listdir('file')
os.scandir('missing')
os.scandir('file')
os.chdir('missing')
os.chdir('file')
os.stat('missing')
os.stat('file/inner')
os.stat('loop')
os.lstat('missing')
os.stat('n' * 300)
os.readlink('missing')
os.readlink('file')
os.symlink('x', 'file')
os.symlink('x', 'missing/link')
os.link('missing', 'other')
os.link('file', 'folder')
os.link('folder', 'other')
os.link('file', 'missing/other')
os.truncate('missing', 1)
os.truncate('folder', 1)
os.truncate('file', -1)
os.ftruncate(fd_of('file'), 1)
os.chmod('missing', 0o600)
os.utime('missing')
os.chown('missing', 0, 0)
os.statvfs('missing')
os.read(99, 1)
os.read(fd_of('folder'), 1)
os.read(fd_of('file', os.O_WRONLY), 1)
os.write(99, b'x')
os.write(fd_of('file'), b'x')
os.close(99)
os.dup(99)
os.fstat(99)
os.fsync(99)
os.lseek(fd_of('file'), -1, os.SEEK_SET)
os.lseek(fd_of('file'), 0, 99)
os.pread(fd_of('file'), 1, -1)
os.isatty(99)
os.ttyname(fd_of('file'))
os.get_terminal_size(fd_of('file'))
os.kill(999999, 0)
os.kill(os.getpid(), 99)
os.waitpid(-1, 0)
os.wait()
os.posix_fallocate(fd_of('file'), 0, 1)
os.posix_fallocate(fd_of('file', os.O_RDWR), 0, 0)
os.sendfile(99, fd_of('file'), 0, 1)

shutil.copyfile('missing', 'other')
shutil.copyfile('file', 'file')
shutil.copy('file', 'missing/other')
shutil.move('missing', 'other')
shutil.rmtree('missing')
shutil.rmtree('file')
shutil.copytree('folder', 'full')
shutil.disk_usage('missing')
pathlib.Path('missing').read_text()
pathlib.Path('file').mkdir()
pathlib.Path('missing').unlink()
pathlib.Path('missing').touch(exist_ok=False)
pathlib.Path('file').touch(exist_ok=False)
pathlib.Path('file').rmdir()
pathlib.Path('missing').rename('other')
pathlib.Path('folder').write_text('x')

mmap.mmap(99, 1)
mmap.mmap(fd_of('file'), 99)
mmap.mmap(fd_of('file'), 0, prot=mmap.PROT_WRITE, flags=mmap.MAP_SHARED)
io.FileIO('missing')
io.open_code('missing')
open('file').write('x')
open('file', 'w').read()
open('file').seek(-1)
sqlite3.connect('missing/db')
sqlite3.connect('folder').execute('CREATE TABLE t (x)')
OSError(2, 'said by hand')
OSError(17, os.strerror(17))
OSError(13, 'x', 'name')
os.strerror(13)
[os.path.exists(p) for p in ('file', 'missing', 'loop', 'dangling', 'file/inner', 'n' * 300)]
[os.access(p, os.R_OK) for p in ('file', 'missing', 'file/inner')]
pathlib.Path('loop').exists(), pathlib.Path('file/inner').is_file()
"""


def outcome(call):
    try:
        value = eval(call)
    except Exception as error:
        said = [type(error).__name__, str(error)]
        if isinstance(error, OSError):
            said += [error.errno, error.strerror, *(os.fspath(n) if n else n for n in (error.filename, error.filename2))]
        return said
    return [repr(value)] if isinstance(value, (str, list, tuple, BaseException, type(None))) else ["a " + type(value).__name__]


def f(*args):
    prepare()
    print(json.dumps({call: outcome(call) for call in CALLS.splitlines() if call}, indent=1))


if __name__ == "__main__":
    f()
