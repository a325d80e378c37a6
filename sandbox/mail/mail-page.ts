import { type Html, html } from '../pages/html.ts';
import { page } from '../pages/shell.ts';
import type { CaughtAttachment, CaughtMail } from './mailbox.ts';

type View = { readonly mails: readonly CaughtMail[]; readonly open: CaughtMail | undefined; readonly asText: boolean };

/** The mailbox: the list of emails, newest first, next to the open one. */
export function mailPage({ mails, open, asText }: View): string {
  const body = html`<main data-stream="/sandbox/mail/stream" data-events="mail cleared">
    <h1>Mail</h1>
    <p class="lede">
      Every email the product sent. Nothing leaves this machine, and nothing is kept when the sandbox stops.
    </p>
    <div class="mail-columns" data-live>
      <nav class="card mail-list" aria-label="Emails, newest first">
        <div class="row between">
          <h2>${mails.length === 1 ? '1 email' : `${mails.length} emails`}</h2>
          ${mails.length > 0 && html`<button class="quiet small" data-call="DELETE /sandbox/mail" data-done="The mailbox is empty.">Delete All</button>`}
        </div>
        ${mails.length === 0 ? html`<p class="muted small">No email yet. Sign up or use the contact form.</p>` : list(mails, open)}
      </nav>
      ${open ? reading(open, asText) : html`<p class="empty">${mails.length === 0 ? 'New emails appear here automatically.' : 'Choose an email to read it.'}</p>`}
    </div>
  </main>`;
  return page({
    title: open ? `${open.subject} – Mail` : 'Mail',
    section: '/mail',
    banner: 'These emails were caught. None of them was delivered.',
    body,
    scripts: ['live-page'],
    styles: ['mail'],
  });
}

function list(mails: readonly CaughtMail[], open: CaughtMail | undefined): Html {
  return html`<ol>
    ${mails.toReversed().map(
      (mail) =>
        html`<li>
          <a id="mail-${mail.id}" href="/mail?id=${mail.id}" ${mail === open ? html`aria-current="page"` : null}>
            <span class="row between"
              ><strong>${mail.to}</strong
              ><time class="small muted numbers" datetime="${mail.at}">${clock(mail.at)}</time></span
            >
            <span
              >${mail.subject}${mail.attachments.length > 0 && html` <span class="chip">${mail.attachments.length} attached</span>`}</span
            >
          </a>
        </li>`,
    )}
  </ol>`;
}

function reading(mail: CaughtMail, asText: boolean): Html {
  const isHtml = mail.html !== null && !asText;
  return html`<article class="card stack" aria-label="${mail.subject}">
    <h2>${mail.subject}</h2>
    <dl class="facts small">
      <dt>From</dt>
      <dd>${mail.fromName} &lt;${mail.from}&gt;</dd>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      ${
        mail.replyTo !== null &&
        html`<dt>Reply to</dt>
          <dd>${mail.replyTo}</dd>`
      }
      <dt>Sent</dt>
      <dd>${new Date(mail.at).toUTCString()}, ${kilobytes(mail.sizeBytes)}</dd>
    </dl>
    ${
      mail.html !== null &&
      mail.text !== null &&
      html`<div class="row" role="group" aria-label="How to show it">
        <a class="button small ${isHtml && 'primary'}" ${isHtml && html`aria-current="true"`} href="/mail?id=${mail.id}"
          >As designed</a
        >
        <a
          class="button small ${!isHtml && 'primary'}"
          ${!isHtml && html`aria-current="true"`}
          href="/mail?id=${mail.id}&amp;as=text"
          >As plain text</a
        >
      </div>`
    }
    ${
      isHtml
        ? html`<iframe
            title="The email"
            src="/sandbox/mail/${mail.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<pre class="mail-text" tabindex="0" aria-label="Text of the email">
${mail.text ?? '(This email has no text.)'}</pre>`
    }
    ${mail.attachments.length > 0 && attachments(mail.attachments)}
    <details>
      <summary class="small">Headers</summary>
      <dl class="facts small mono">
        ${mail.headers.map(
          ({ name, value }) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </details>
  </article>`;
}

function attachments(attached: readonly CaughtAttachment[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Attachment</th>
          <th>Kind</th>
          <th>Size</th>
          <th>SHA-256</th>
        </tr>
      </thead>
      <tbody>
        ${attached.map(
          ({ filename, contentType, size, sha256 }) =>
            html`<tr>
              <td>${filename ?? '(no name)'}</td>
              <td>${contentType}</td>
              <td class="numbers">${kilobytes(size)}</td>
              <td class="mono" title="${sha256}">${sha256.slice(0, 12)}…</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} KB`;
}

function clock(at: string): string {
  return at.slice(11, 16);
}
