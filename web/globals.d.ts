/** The year of the build, shown by the prerendered HTML until the browser's clock is read. */
declare const BUILD_YEAR: number;
