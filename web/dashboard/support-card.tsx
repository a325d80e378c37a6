import { brand } from '#contract/brand.ts';

import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MailLink, TextLink } from '../ui/text-link.tsx';

/** Card 4: help. */
export function SupportCard({ onOpen }: { onOpen: () => void }) {
  return (
    <Card title="Technical Support">
      <p className="text-muted">
        No answer to a text? The <TextLink to="/faq#service-troubleshooting">FAQ</TextLink> has the usual causes, and
        what to do.
      </p>
      <p className="mt-2 text-muted">
        Developers: <MailLink to={brand.developerEmail} />
      </p>
      <div className="mt-auto pt-6">
        <Button variant="secondary" onClick={onOpen}>
          Get Support
        </Button>
      </div>
    </Card>
  );
}
