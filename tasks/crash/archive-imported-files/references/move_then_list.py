import os


def archive_imported_files(inbox, archive):
    os.makedirs(archive, exist_ok=True)

    entries = []
    for name in sorted(os.listdir(inbox)):
        source = os.path.join(inbox, name)
        size = os.path.getsize(source)
        os.rename(source, os.path.join(archive, name))
        entries.append(f"{name};{size}\n")

    with open(os.path.join(archive, "index.txt"), "a", encoding="utf-8") as index:
        index.writelines(entries)
