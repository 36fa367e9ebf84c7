import configparser


def set_config_option(path, section, option, value):
    config = configparser.ConfigParser()
    config.read(path)

    if section not in config:
        config[section] = {}
    config[section][option] = str(value)

    with open(path, "w") as configfile:
        config.write(configfile)
