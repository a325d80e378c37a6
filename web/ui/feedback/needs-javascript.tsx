type NeedsJavaScriptProps = { readonly className?: string; readonly children: string };

/** What does not work without JavaScript, for readers who have none; hidden from all others (styles.css). */
export function NeedsJavaScript({ className = '', children }: NeedsJavaScriptProps) {
  return (
    <p data-needs-no-js className={`${className} rounded-md bg-warn-tint p-4 text-warn`}>
      {children}
    </p>
  );
}
