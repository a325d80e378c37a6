import type { ReactNode } from 'react';

type ChatBubbleProps = {
  readonly from: 'sent' | 'received';
  readonly title?: string | undefined;
  readonly children: ReactNode;
};

/** One text of an exchange, with the side that wrote it said in words for those who do not see the side. */
export function ChatBubble({ from, title, children }: ChatBubbleProps) {
  const side =
    from === 'sent'
      ? 'self-end rounded-br-sm border border-transparent bg-brand text-on-brand'
      : 'self-start rounded-bl-sm border border-hairline bg-surface text-ink';
  return (
    <div
      className={`max-w-[85%] rounded-lg px-4 py-2.5 text-[0.9375rem] leading-normal wrap-break-word whitespace-pre-line ${side}`}
    >
      <span className="sr-only">{from === 'sent' ? 'You: ' : 'Answer: '}</span>
      {title && <strong className="block">{title} </strong>}
      {children}
    </div>
  );
}
