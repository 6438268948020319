class Node:
    def serialize(self) -> str: ...

class QualifiedRule(Node):
    prelude: list[Node]
    content: list[Node]

class AtRule(Node):
    lower_at_keyword: str
    prelude: list[Node]
    content: list[Node]

class Declaration(Node):
    name: str
    value: list[Node]
