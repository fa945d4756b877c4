"""The policy of a page (Content-Security-Policy) beside the contents that it allows."""

import base64
import hashlib
import re


def check_policy(test, page):
    """The policy allows each script and style of the page by its hash, and none else. Pages have no attributes `style` and no handlers."""
    policy = dict(part.split(" ", 1) for part in re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1].split("; "))
    test.assertEqual(policy["default-src"], "'none'")
    for directive, element in (("script-src", "script"), ("style-src", "style")):
        contents = re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)
        hashes = ["'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'" for text in contents]
        test.assertEqual(policy.get(directive, "").split(), hashes, directive)
    return policy
