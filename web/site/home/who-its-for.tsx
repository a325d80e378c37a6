import { Link } from 'react-router';

import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';

/** By the name in the link. The drawing is a path in the style of the phone: a flip phone, a bar phone, a small phone with a strap. */
const people = [
  [
    'parent',
    copy.whoParent,
    copy.whoParentText,
    'M16 4h28v32H16zM16 42h28v34H16zM21 9h18v20H21zM22 50h4M28 50h4M34 50h4M22 58h4M28 58h4M34 58h4M22 66h4M28 66h4M34 66h4',
  ],
  [
    'me',
    copy.whoMe,
    copy.whoMeText,
    'M14 6h32v68H14zM19 12h22v24H19zM22 46h4M28 46h4M34 46h4M22 54h4M28 54h4M34 54h4M22 62h4M28 62h4M34 62h4',
  ],
  [
    'kid',
    copy.whoKid,
    copy.whoKidText,
    'M18 24h24v50H18zM22 29h16v16H22zM24 54h3M29 54h3M34 54h3M24 62h3M29 62h3M34 62h3M30 24C30 8 46 8 46 20',
  ],
] as const;

/** Three people who need it; each card leads to a sign-up that says for whom (web/account/for-whom.ts). */
export function WhoItsFor() {
  return (
    <Section id="who" title={copy.whoTitle}>
      <ul className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))]">
        {people.map(([name, title, text, drawing]) => (
          <li key={title}>
            <Link
              to={`/signup?for=${name}`}
              className="flex h-full flex-wrap content-start items-start gap-5 rounded-lg border border-hairline bg-surface p-5 hover:border-brand"
            >
              <svg viewBox="0 0 60 80" className="h-24 shrink-0 text-brand" aria-hidden="true">
                <path d={drawing} fill="none" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
              </svg>
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <span className="block text-lg font-semibold text-brand">{title}</span>
                <span className="mt-1 block text-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
