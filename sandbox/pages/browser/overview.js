import { api } from './api.js';
import { byId } from './dom.js';

/** Shows the product's address and the current faults. */
async function showState() {
  const [addresses, faults] = await Promise.all([api.addresses(), api.faults()]);
  byId('product').setAttribute('href', addresses.product);
  byId('product-address').textContent = addresses.product;
  const set = Object.entries(faults).filter(([, fault]) => Object.keys(fault).length > 0);
  byId('faults').textContent =
    set.length === 0
      ? 'None. Everything’s working.'
      : set.map(([who, fault]) => `${who}: ${JSON.stringify(fault)}`).join(' ');
}

showState().catch((/** @type {Error} */ error) => {
  byId('faults').textContent = error.message;
});
