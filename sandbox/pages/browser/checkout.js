/** The hosted payment form: buttons fill in test cards, digits are grouped while typing, the form is sent once. */

const form = document.querySelector('form.pay');
const number = document.querySelector('#card-number');

/** @param {string} digits */
function grouped(digits) {
  return digits.startsWith('3')
    ? digits.replace(/^(\d{4})(\d{0,6})(\d{0,5}).*$/, '$1 $2 $3').trim()
    : digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

if (number instanceof HTMLInputElement) {
  number.addEventListener('input', () => {
    const { value, selectionStart } = number;
    if (selectionStart !== value.length) return;
    number.value = grouped(value.replace(/\D/g, '').slice(0, 19));
  });
}

const expiry = document.querySelector('#expiry');
if (expiry instanceof HTMLInputElement) {
  expiry.addEventListener('input', () => {
    if (expiry.selectionStart !== expiry.value.length) return;
    const digits = expiry.value.replace(/\D/g, '').slice(0, 4);
    expiry.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  });
}

for (const chip of document.querySelectorAll('[data-card]')) {
  chip.addEventListener('click', () => {
    const card = chip.getAttribute('data-card') ?? '';
    const fill = { 'card-number': grouped(card), expiry: '12 / 34', cvc: card.startsWith('3') ? '1234' : '123' };
    for (const [id, value] of Object.entries(fill)) {
      const input = document.getElementById(id);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    document.querySelector('form.pay button.primary')?.scrollIntoView({ block: 'nearest' });
  });
}

form?.addEventListener('submit', () => {
  const button = form.querySelector('button.primary');
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = true;
  button.textContent = 'Processing…';
  // After the browser's Back button the form must work again.
  addEventListener('pageshow', () => location.reload(), { once: true });
});
