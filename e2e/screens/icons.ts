/**
 * `npm run screens -- icons`: renders the PNG files in web/public (touch icon, link preview) from the built site's own
 * elements. For use after a visual change.
 */
import { join, resolve } from 'node:path';

import { launchBrowser } from '../browser.ts';
import { visit } from '../visit.ts';

const folder = resolve(import.meta.dirname, '../../web/public');
const browser = await launchBrowser();

{
  await using opened = await visit(browser, '/', { viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await opened.page.evaluate(`
    const logo = document.querySelector('header a').outerHTML;
    const title = document.querySelector('h1').outerHTML;
    const phone = document.querySelector('figure').outerHTML;
    document.body.innerHTML = '<div style="display:flex;justify-content:space-between;gap:64px;height:630px;overflow:hidden;padding:0 96px">'
      + '<div style="align-self:center">' + logo + '<div style="height:28px"></div>' + title + '</div>'
      + '<div style="flex:none;transform-origin:top;transform:translateY(64px) scale(1.25)">' + phone + '</div></div>';
  `);
  await opened.page.screenshot({ path: join(folder, 'og.png') });
}
{
  await using opened = await visit(browser, '/', { viewport: { width: 180, height: 180 }, colorScheme: 'light' });
  await opened.page.evaluate(`
    const mark = document.querySelector('header svg').outerHTML;
    document.body.innerHTML = '<div style="display:grid;place-items:center;width:180px;height:180px"><div id="mark">' + mark + '</div></div>';
    const svg = document.querySelector('#mark svg'); svg.style.width = svg.style.height = '116px';
  `);
  await opened.page.screenshot({ path: join(folder, 'apple-touch-icon.png') });
}
await browser.close();
