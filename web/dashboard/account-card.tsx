import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** Card 5: the way out, last and quiet. */
export function AccountCard({ isWide, onDelete }: { isWide: boolean; onDelete: () => void }) {
  return (
    <Card title="Account Management" className={isWide ? 'md:col-span-2' : ''}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[52ch] text-muted">
          Deleting your account ends your plan and removes your name, email and phone number. It cannot be undone.
        </p>
        <Button variant="danger" onClick={onDelete}>
          Delete Account
        </Button>
      </div>
    </Card>
  );
}
