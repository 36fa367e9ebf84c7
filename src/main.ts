// Puts the parts together and mounts the page. No behaviour of its own.
import { mount } from 'svelte';
import { createClient } from './chamber/client.ts';
import { formatProblem } from './model/result.ts';
import { browserContainer } from './offline/keeper.ts';
import { createReader } from './reader/browser.ts';
import { Address } from './state/address.svelte.ts';
import { Gate } from './state/gate.svelte.ts';
import { KeptSite } from './state/kept-site.svelte.ts';
import { OwnWork } from './state/own.svelte.ts';
import { Playground } from './state/playground.svelte.ts';
import { Rounds } from './state/rounds.svelte.ts';
import { Theme } from './state/theme.svelte.ts';
import { Welcome } from './state/welcome.svelte.ts';
import { browserShelf, tabShelf } from './storage/drafts.ts';
import { bundledTasks } from './tasks/bundled.ts';
import App from './ui/App.svelte';
import { SCENARIO, scenarioSource } from './ui/arrive/scenario.ts';
import { browserBar, isEmbed } from './ui/share/place.ts';
import './ui/theme.css';
import './ui/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no element with the id "app"');

const embedded = isEmbed(location);
// A frame of another page opens no draft and keeps none.
const shelf = embedded ? null : browserShelf();
const read = bundledTasks();
const tasks = read.flatMap((task) => (task.ok ? [task.value] : []));
const taskProblems = read.flatMap((task) => (task.ok ? [] : task.problems.map(formatProblem)));
const client = createClient();
const gate = new Gate(client, { tasks, unloaded: taskProblems });
const startTask = SCENARIO.task;
const rounds = new Rounds(shelf);
const playground = new Playground({
  client,
  tasks,
  startTask,
  taskProblems,
  reader: createReader(),
  shelf,
  tabShelf: embedded ? null : tabShelf(),
  makeWay: () => gate.stop(),
  onResult: (task, source, { verdict }) => rounds.add(task, source, verdict),
});
const welcome = new Welcome(shelf, playground.source !== '');
const scenario = scenarioSource(tasks);
const address = new Address({
  playground,
  host: browserBar(window),
  startTask,
  embedded,
  isOpening: ({ subject, code }) => subject.kind === 'task' && subject.id === SCENARIO.task && code === scenario,
  onOpened: () => welcome.hide(),
});
address.arrive();
if (address.notice !== null) welcome.hide();
const theme = new Theme(shelf, matchMedia('(prefers-color-scheme: dark)'));
const work = new OwnWork(playground);
// A build has a service worker. A frame of another page asks for no room: it is that page's visitor, not ours.
const isKept = import.meta.env.PROD && !embedded && window.top === window;
const site = new KeptSite(isKept ? browserContainer() : null, () => location.reload());

target.replaceChildren();
mount(App, { target, props: { playground, gate, theme, welcome, work, address, rounds, site, scenario } });
