// Types of the two kinds of import that `build/chamber-files.ts` answers.
declare module '*?chamber' {
  const file: import('./download.ts').ChamberFile;
  export default file;
}
declare module '*?packed' {
  const file: import('./download.ts').ChamberFile;
  export default file;
}
