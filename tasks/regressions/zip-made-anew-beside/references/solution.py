import os
import shutil
import tempfile
import zipfile


def add_page(path, name, text):
    with zipfile.ZipFile(path) as archive:
        if name in archive.namelist():
            return
    shutil.copyfile(path, tempfile.gettempdir() + "/book.zip")
    with zipfile.ZipFile(tempfile.gettempdir() + "/book.zip", "a") as archive:
        archive.writestr(name, text * 5000)
    os.replace(tempfile.gettempdir() + "/book.zip", path)
