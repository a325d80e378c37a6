/** The year in which the site was built: what the prerendered HTML says before the browser's clock is asked. */
declare const BUILD_YEAR: number;
